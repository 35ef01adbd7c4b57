/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "954c8509bc14ef2a71495d06c078cd6b7779e2369a1baad23ea12edd70118537",
  "verify.html": "2164b053eb507e8b76b9fa5a34ad05911078ed6a53f08c7f3bddb070d4b0f70a",
} as const;
