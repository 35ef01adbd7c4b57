import evidenceDark from "./pictures/evidence-dark.webp?url";
import evidenceLight from "./pictures/evidence-light.webp?url";
import homeDark from "./pictures/home-dark.webp?url";
import homeLight from "./pictures/home-light.webp?url";
import integrationsDark from "./pictures/integrations-dark.webp?url";
import integrationsLight from "./pictures/integrations-light.webp?url";

/** What scripts/readme-pictures.ts made, in CSS pixels. */
const size = { width: 800, height: 500 };

/** The photographs of the landing page. */
export const pictures = {
  integrations: { light: integrationsLight, dark: integrationsDark, ...size },
  evidence: { light: evidenceLight, dark: evidenceDark, ...size },
  home: { light: homeLight, dark: homeDark, ...size },
} as const;

export type PictureName = keyof typeof pictures;
