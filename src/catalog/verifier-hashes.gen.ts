/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "22a4f9c004e178f9972f3f214f865ecb263b3f0097b9224bdb61661ea89e37a3",
  "verify.html": "1b1e303f86393a350068d909496d7072dfe070a06418a8d50ed66f22012fbd2d",
} as const;
