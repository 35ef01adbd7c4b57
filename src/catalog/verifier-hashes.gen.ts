/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "0be5ff633535bad78c89ac12bb87b39bc5e923c334f259803cda3223ac4a01cc",
  "verify.html": "bb088e4f80c070456d8e2e893904acac87491f028b52020e7c05a9e2f399decf",
} as const;
