"""The files of a dataset: records, tables, cards and manifests, in each output format."""
