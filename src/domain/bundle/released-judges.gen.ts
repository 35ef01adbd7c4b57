/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "111a5fce500148904f9e7ab16cb0e4824b4e34b7ef0934fbe95f7e4f9680de96": "0.2.0-dev",
};
