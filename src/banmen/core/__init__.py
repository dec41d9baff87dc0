"""The foundation of every game: `Game`, `Position` and `Move`, notation, options, records, messages and errors.

- `game`, `move`, `board`: the public classes; they validate and leave the rules to kernels. `game_parts` and `registry` find
  games and their parts; `options` validates rule options; `sticks` throws the sticks.
- `notation`, `errors`, `play_errors`: parsing texts and reporting errors in them. `record*`: game records.
- `messages`, `catalogues`, `i18n`: messages as keys with parameters, and their texts in every language.
- `manifest`, `network_file`, `paths`, `os_errors`, `gpu_access`: files, folders and devices.

It imports `banmen.kernels` alone, and any room but that one may import it.
"""
