/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "cfb25774c43813de6563ecb7e8c97a6e2315e21b3f4234267d61210c91881668": "0.2.0-dev",
};
