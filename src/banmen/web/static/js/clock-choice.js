// A clock as it stands in a form ("total 300 5"), and as the server is asked for it.

/**
 * Return the clock that the value of a choice stands for; null for none.
 * @param {string | undefined} value
 */
export function readClock(value) {
  const [kind, seconds, increment] = (value ?? "").split(" ");
  return kind ? { kind, seconds: Number(seconds), increment: Number(increment) } : null;
}
