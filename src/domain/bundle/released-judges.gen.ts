/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "5a4fa4be2101b3895d2f424488288d32756d7e6ff3d582db98492b376e9c21ec": "0.2.0-dev",
};
