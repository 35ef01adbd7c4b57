/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "226d635eb12df7b35366a19966074900a208c86ea9e5d121ed10f28b1b2eecef": "0.2.0-dev",
};
