"""What every game stands on: `Game`, `Position` and `Move`, notation, options, records, messages and errors.

- `game`, `move`, `board`: the classes that callers meet; they validate, and leave the rules to kernels. `game_parts` and
  `registry` find games and what they give; `options` settles rule options; `sticks` throws for people.
- `notation`, `errors`, `play_errors`: taking texts apart, and saying what is wrong with them. `record*`: game records.
- `messages`, `catalogues`, `i18n`: what is said, as keys with parameters, and the texts in every language.
- `manifest`, `network_file`, `paths`, `os_errors`, `gpu_access`: files, folders and devices.

It imports `banmen.kernels` alone, and any room but that one may import it.
"""
