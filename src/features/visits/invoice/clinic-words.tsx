import type { Clinic } from "#room/contract/schemas/clinic.ts";
import styles from "./clinic-words.module.css";

export function ClinicWords({ clinic }: { readonly clinic: Clinic | null | undefined }) {
  const { name, address, phone, taxId } = clinic ?? {};
  const ways = [phone ?? "", taxId ? `Tax ID ${taxId}` : ""].filter(Boolean).join(" · ");
  return (
    <address className={styles.clinic}>
      {name ? <strong>{name}</strong> : null}
      {address ? <span className={styles.lines}>{address}</span> : null}
      {ways ? <span>{ways}</span> : null}
    </address>
  );
}
