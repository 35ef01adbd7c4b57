/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "73045d5e8affe7444e18916cac2172411036416cd440a1345c535d38f4e60254": "0.2.0-dev",
};
