/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "dec85f52be096715652b2652ba973a56cdf47ed0db68242783b828a8fca0591c": "0.2.0-dev",
};
