import { capabilities, capabilityKeys } from "#catalog/capabilities/index.ts";
import { Mark } from "#web/design/mark.tsx";

const missing = capabilityKeys.map((key) => capabilities[key]).filter(({ status }) => status !== "kept");

/** What is coming and what Exhibit does not do, in one list. */
export function NotThere() {
  return (
    <section className="part" aria-labelledby="not-there">
      <div className="part-number" />
      <div className="part-body">
        <h2 className="title-card" id="not-there">
          What is coming, and what Exhibit does not do
        </h2>
        <ul className="not-there">
          {missing.map(({ name, sentence, status }) => (
            <li key={name}>
              <p>
                <b>{name}.</b> {sentence}
              </p>
              <Mark finding={status === "coming" ? "needs evidence" : "not applicable"} size="small">
                {status === "coming" ? "Coming" : "Not done"}
              </Mark>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
