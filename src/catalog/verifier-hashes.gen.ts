/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "cd1d2b30de5e787a24d9b2095b3854c1473bc01f11f41382cfc476f8098c17b7",
  "verify.html": "b3af5d7e094b5f24c9d87350c9dd247bd30d63fde918f78cd7bb9d75f5b39ef6",
} as const;
