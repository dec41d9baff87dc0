"""How weights and networks are made: self-play, positions with known winners, and networks trained on exact values.

Each module with a command line says in its first lines how it is run (`python -m banmen.training.self_play` and so on). What a
game is trained by stands in its `data/training.toml`; `data_writer` writes the result with an entry in `data/manifest.toml`.
Training stands on `engine` and `solve`, and nothing that plays imports it. The modules named `network_...` need PyTorch.
"""
