/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "fd30f2a2ad0dfad295bab8ee1c3f6d8702f87e58993f447451d5f145a081876b": "0.2.0-dev",
};
