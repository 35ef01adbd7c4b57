/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "16fbf258fb5ff3f61f5454b927b73a65e88a2afdb27d8501d53d0d3f5c915889": "0.2.0-dev",
};
