"""The nodes as `.rspec` text: lowering syntax trees, and showing nodes."""
