import com.helger.peppol.smp.ESMPTransportProfile;
import com.helger.peppolid.factory.PeppolIdentifierFactory;
import com.helger.smpclient.peppol.SMPClientReadOnly;
import java.io.FileInputStream;
import java.net.URI;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.LocalDateTime;

/** LookUp SMP CA DOCUMENT_TYPE PROCESS PARTICIPANT…: what the client finds of each, a line each. */
public class LookUp {
  public static void main(String[] args) throws Exception {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    try (FileInputStream pem = new FileInputStream(args[1])) {
      trusted.setCertificateEntry("smp-ca", CertificateFactory.getInstance("X.509").generateCertificate(pem));
    }
    for (int n = 4; n < args.length; n += 1)
      System.out.println(args[n] + " " + lookUp(args[0], trusted, args[2], args[3], args[n]));
  }

  static String lookUp(String smp, KeyStore trusted, String documentType, String process, String participant) {
    var ids = PeppolIdentifierFactory.INSTANCE;
    // Verifies signatures unless told not to.
    var client = new SMPClientReadOnly(URI.create(smp)).setTrustStore(trusted).setXMLSchemaValidation(true);
    try {
      var who = ids.createParticipantIdentifierWithDefaultScheme(participant);
      var metadata =
          client.getServiceMetadataOrNull(who, ids.createDocumentTypeIdentifierWithDefaultScheme(documentType), null);
      if (metadata == null) return "none";
      var types = SMPClientReadOnly.getAllDocumentTypes(client.getServiceGroup(who)).size();
      var endpoint =
          SMPClientReadOnly.getEndpointAt(
              metadata,
              ids.createProcessIdentifierWithDefaultScheme(process),
              ESMPTransportProfile.TRANSPORT_PROFILE_PEPPOL_AS4_V2,
              LocalDateTime.now());
      if (endpoint == null) return "no endpoint";
      SMPClientReadOnly.getEndpointCertificate(endpoint).checkValidity();
      return "endpoint " + SMPClientReadOnly.getEndpointAddress(endpoint) + " of " + types + " types";
    } catch (Exception e) {
      return e.getClass().getSimpleName() + ": " + String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    }
  }
}
