/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "8020f99b3e86583025ddad98361ca5f0a4f3a86ce24773f78eb3ba2eb5aa3027",
  "verify.html": "3790fefbbb14461e2cfd2211f92cbe39d0d56822a4cb2161a1ce7ed6a74e5955",
} as const;
