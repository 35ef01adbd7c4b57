/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "f77bae5cca9224de8a1d4f6b4ebce3b2c312b54992e87bc52b6d7c5fe752d275": "0.2.0-dev",
};
