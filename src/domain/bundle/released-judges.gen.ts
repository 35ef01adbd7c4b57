/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "9e6855c8fe67c677c2d217eae47671c4a4113d26be34539cbd54db682ffc37ff": "0.2.0-dev",
};
