/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "9ae31b6bbd44fe34a433b62f612781ffec6b31d08cc128375bde6e3b8c315c4f": "0.2.0-dev",
};
