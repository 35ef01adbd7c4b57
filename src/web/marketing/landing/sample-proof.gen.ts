// Written by scripts/sample-exhibit.ts.
import type { Proof } from "#web/verification/proof.ts";

/** Where the sample exhibit stands in the sample ledger. */
export const sampleProof: Proof = {
  "entry": "{\"at\":\"2025-05-14T09:00:03.000Z\",\"c\":\"SWXMg5phJ/ciswHgGKmZQqnil6AmOPrqgx2yU43iwxE=\",\"h\":\"0pPIP4Zkq1ld9DhXI53qsdqGUu0X0Qb1nm9vABRCn8g=\",\"id\":\"31e39d48-fd1b-4f43-8e3a-2377b9db093a\",\"n\":45,\"size\":89,\"t\":\"evidence.filed\",\"v\":1}",
  "salt": "CUx48vPpv/b/dStSBfazHg==",
  "metadata": {
    "name": "Storage encryption settings",
    "fileName": "storage-encryption.json",
    "type": "Config",
    "collectedAt": "2025-05-14T09:00:02.000Z",
    "collector": "A member, by hand",
    "controls": [
      "XC-12"
    ],
    "mediaType": "application/octet-stream",
    "source": "Upload"
  },
  "index": 58,
  "size": 186,
  "path": [
    "MBNMwmm4NeDYgxwnSia0SGDnP0e9sDi7DNk0U+FY9mU=",
    "RJzrxQw0HeOrsc49t5POmoVecYYYMoSCxPcoqPKOaZA=",
    "cDnshToOxlM7pKcJWm2xWok4pWiYzvKNxAD5lsrFudM=",
    "W3RonK7i9a7QpxPw3PXf9sGYqbigoadvoHR7BNH2nWQ=",
    "gQFbybNpKJF3C3g03FlONaeXl0apTCE4AkpJp/SUtoc=",
    "xlqeNWxuTW45vqeTE3vFklvKK/YK3TwhULXf8eCa7Us=",
    "3WmPFj19VZzZ1FfrznVT/EYnTwDTaMaLmYiKHlqydy0=",
    "MWRocHApF/6SeEXd7O80qW2jUEQf0Vzdl4ySDyKVZFI="
  ],
  "root": "vTRLh+BA7guax8y+uRGR9zgAOoIbWdh0l6YK5/0qg7s=",
  "checkpoint": "exhibit.example/log/e1733309-922f-462d-860e-2f6df83aed74\n186\nvTRLh+BA7guax8y+uRGR9zgAOoIbWdh0l6YK5/0qg7s=\n\n— exhibit.example/log/e1733309-922f-462d-860e-2f6df83aed74 lkDmCQQpoLW8KmofDIWienH/WHYzfEJolpIQq3+qoGZYJngyvWiWQvpVXXMv6glxarrXHnibNJ4yeaiJf/X38LgGTA0=\n",
  "key": "exhibit.example/log/e1733309-922f-462d-860e-2f6df83aed74+9640e609+AQzQAQ6YTfreSVQUylrimpz56CT4MqXmAf5+t5SLBT84",
  "changes": []
};
