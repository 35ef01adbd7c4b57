/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "7bc5fbe364c90a97458f51f6bf5e2b5062028fe152598d07c87f68ebee93ead0": "0.2.0-dev",
};
