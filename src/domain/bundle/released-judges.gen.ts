/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "413dc854199de5dba414ce366ba75b35d59ea80acda37c31c47bf1e7cbc82f61": "0.2.0-dev",
};
