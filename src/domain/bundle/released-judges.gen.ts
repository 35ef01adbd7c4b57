/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "8e94b9a881f8bde218ae4c2b44da7bdfdda5222b8c5f1155947a6e7b911ed5b7": "0.2.0-dev",
};
