"""The language server of `.rspec`: what editors show while a spec is written.

`server` speaks the protocol; it reads documents itself and never waits for anything slow. Checks, generated problems
and whatever needs a plug-in run in processes of their own (`pool`, `worker`), which can be ended at any time.
"""
