/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "ac6d03e6e7a307fd79d670281cad42e5bdf12aaad8f220c2ef1c54d167b1560e": "0.2.0-dev",
};
