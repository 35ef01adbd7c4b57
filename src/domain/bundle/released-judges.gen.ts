/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "c15fc4a8f34fcfac65587dd88d45dd344acb5b1bd3291a6753e9d5b377c631e6": "0.2.0-dev",
};
