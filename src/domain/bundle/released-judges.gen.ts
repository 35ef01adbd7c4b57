/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "637149b445dcda6a57ba48e799d7bedb4ec912e986d1e8f3bccab243f6c31368": "0.2.0-dev",
};
