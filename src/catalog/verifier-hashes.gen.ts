/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "d28fff6b42e4a8e34b53a3f8cf9358dbc5f5fd762e4c1f40124ec17933b2b636",
  "verify.html": "72e249fed6a310f20989a12e1e3f067b5d3e122aaac447b80929c80e14adc423",
} as const;
