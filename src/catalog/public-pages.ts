/** A page that anyone may read without an account. */
export interface PublicPage {
  readonly path: string;
  /** What the browser's tab, a search result and a shared link are headed by. */
  readonly title: string;
  /** One or two sentences: what a search result and a shared link say below the title. */
  readonly description: string;
}

/**
 * Every public page. The page itself takes its title and description from here, and the server makes the canonical
 * link, the facts for sharing and the sitemap of the same list.
 */
export const publicPages: readonly PublicPage[] = [
  {
    path: "/",
    title: "Exhibit: evidence for security and privacy compliance",
    description:
      "Exhibit seals compliance evidence as numbered exhibits, files each once for every framework, and hands your auditor a bundle that anyone can verify.",
  },
  {
    path: "/pricing",
    title: "Pricing - Exhibit",
    description:
      "Four plans at a flat price, billed monthly or yearly. What each one includes, how many people and how many frameworks.",
  },
  {
    path: "/privacy",
    title: "Privacy Policy - Exhibit",
    description: "What Exhibit knows about you and your company, what it is used for, and the rights you have over it.",
  },
  {
    path: "/terms",
    title: "Terms of Service - Exhibit",
    description: "The terms on which Exhibit is offered: accounts, responsibilities, payment, liability and changes.",
  },
  {
    path: "/contact",
    title: "Contact - Exhibit",
    description: "Write to the people who make Exhibit. Every message is answered within 24 hours.",
  },
  {
    path: "/request-access",
    title: "Request Early Access - Exhibit",
    description: "Ask for early access to Exhibit. Tell us who you are and where you work, and we will be in touch.",
  },
  {
    path: "/waitlist",
    title: "Join the Waitlist - Exhibit",
    description: "Put your name down for Exhibit. We write to the people on the waitlist as places open.",
  },
  {
    path: "/promises",
    title: "How we keep our promises - Exhibit",
    description:
      "Each promise on the landing page, what the product does about it today, and the test in which it is checked.",
  },
  {
    path: "/login",
    title: "Sign In - Exhibit",
    description: "Sign in to your company's evidence, or create an account.",
  },
];

/** Pages that anyone may read as well, but that nobody should find by searching: neither indexed nor in the sitemap. */
export const unlistedPages: readonly PublicPage[] = [
  {
    path: "/reset-password",
    title: "Reset Password - Exhibit",
    description: "Get a link to reset your password.",
  },
  {
    path: "/invite",
    title: "Invitation - Exhibit",
    description: "An invitation to a company on Exhibit.",
  },
];

/** Opens the demo at once, where the server offers it. */
export const demoAddress = "/login#demo";

/** The picture of a page's share card, drawn by scripts/pictures.ts. */
export const shareImage = (path: string): string => `og-${path === "/" ? "home" : path.slice(1)}.png`;

/** What is known about one public page. */
export function publicPage(path: string): PublicPage {
  const page = [...publicPages, ...unlistedPages].find((page) => page.path === path);
  if (!page) throw new Error(`${path} is not a public page`);
  return page;
}
