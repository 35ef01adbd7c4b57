/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "742b7ac5d1007b7271759b79e7db83d238e7bc7659ddca6a8595db8bb579b87f": "0.2.0-dev",
};
