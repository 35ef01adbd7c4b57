output "settings" {
  # Node does not know the authority of RDS: https://truststore.pki.rds.amazonaws.com/global/global-bundle.pem, saved under this name.
  description = "For every process. DATABASE_URL needs the password that RDS keeps in Secrets Manager, and the certificates of RDS in /etc/exhibit/rds.pem."
  value = {
    DATABASE_URL   = "postgres://exhibit_admin:PASSWORD@${aws_db_instance.exhibit.endpoint}/exhibit?sslmode=verify-full&sslrootcert=/etc/exhibit/rds.pem"
    STORAGE_US_URL = "s3://${aws_s3_bucket.own["us"].id}/files?region=${var.region}"
    STORAGE_EU_URL = "s3://${aws_s3_bucket.eu.id}/files?region=${var.eu_region}"
    ANCHORS_URL    = "s3://${aws_s3_bucket.own["anchors"].id}/anchors?region=${var.region}"
    BACKUP_URL     = "s3://${aws_s3_bucket.own["backups"].id}/backups?region=${var.region}"
  }
}

output "files_policy" {
  description = "Attach it to the role of the processes."
  value       = aws_iam_policy.files.arn
}
