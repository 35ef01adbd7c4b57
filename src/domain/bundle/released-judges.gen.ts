/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "76ecf6e70a0e7e024ea6460ff91dddd75729b75fb8e40ae95c1d6a492edc9eb3": "0.2.0-dev",
};
