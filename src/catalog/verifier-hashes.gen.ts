/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "61741ade67e55ef79f99cde054c552900b9606eb4ee267ede5dd54c692d611f0",
  "verify.html": "d99ed1198db2d5de86d98b4ee4d6ef2fd0d8cc0a1b6b44079c7238bbb1546116",
} as const;
