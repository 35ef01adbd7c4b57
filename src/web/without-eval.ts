import * as z from "zod";

// zod builds faster parsers from strings, which Trusted Types rightly refuses; it must know before the first schema.
z.config({ jitless: true });
