/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "12ad6ce69a4c1dd96de35ffaf6677cdbedaade8327e09e835ebfd140e2e986fb",
  "verify.html": "c6f183294bcdb743f76393f8ba2cb5ccdb9089494de5fdfa4f7e94d75ab639e6",
} as const;
