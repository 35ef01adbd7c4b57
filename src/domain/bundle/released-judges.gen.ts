/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "a1d2ca06e77333214352873e996c060585a5e1b4fb63192c0f3eaa8015671245": "0.2.0-dev",
};
