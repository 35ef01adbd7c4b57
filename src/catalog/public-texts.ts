/** The specification's texts of the public pages, letter for letter: pages show them from here, and a sweep reads them. */
export const publicTexts = {
  bar: {
    features: "Features",
    howItWorks: "How It Works",
    faq: "FAQ",
    signIn: "Sign In",
    requestAccess: "Request Access",
    dashboard: "Dashboard",
    logout: "Logout",
  },
  landing: {
    requestAccess: "Request Early Access",
    startJourney: "Start Your Compliance Journey",
    joinWaitlist: "Join the Waitlist",
    howItWorks: "How It Works",
    threeSteps: "Three simple steps to automate your compliance journey",
    faq: "FAQ",
  },
  requestAccess: { signIn: "Sign in" },
  pricing: { saving: "save 15%", demo: "Schedule a Demo", sales: "Contact Sales" },
  legal: { updated: "May 8, 2025" },
  notFound: {
    code: "404",
    title: "Page Not Found",
    message: "Oops! The page you're looking for doesn't exist or has been moved.",
    home: "Return to Home",
  },
  failed: { title: "Unexpected Application Error!" },
} as const;
