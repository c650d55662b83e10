"""Films and picture sets by quartz on many machines.

Drawing is all quartz's: `quartz render --shard i/n` draws a share, `quartz join` puts the shares of a
film together. Machines, retries and the traffic between machines are Ray's, and files are fsspec's.
This package says what is drawn where, and what happens when a share fails.
"""
