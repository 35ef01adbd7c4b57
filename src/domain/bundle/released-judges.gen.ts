/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "fea5b356f1477bc7f632fcac430b704fffc174cba872312e980f2434673d8cb8": "0.2.0-dev",
};
