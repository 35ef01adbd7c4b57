/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "b219d8e3f98774b4eb6892cd28e737116573f6edb6755cb66bc4d8d36e8b808a",
  "verify.html": "3603ed960e1605f30d40b121317c029f1f9c1a93b263ad729a93f5d3b22c0c5a",
} as const;
