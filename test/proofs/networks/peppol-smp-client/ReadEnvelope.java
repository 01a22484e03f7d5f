import com.helger.peppol.sbdh.PeppolSBDHData;
import com.helger.peppol.sbdh.PeppolSBDHDataReader;
import com.helger.peppolid.factory.PeppolIdentifierFactory;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** ReadEnvelope FILE…: what an access point reads in each envelope, a line each; or the rule that the envelope breaks. */
public class ReadEnvelope {
  public static void main(String[] files) throws Exception {
    for (String file : files) System.out.println(read(Files.readAllBytes(Path.of(file))));
  }

  static String read(byte[] envelope) {
    try {
      PeppolSBDHData data =
          new PeppolSBDHDataReader(PeppolIdentifierFactory.INSTANCE).extractData(new ByteArrayInputStream(envelope));
      return String.join(
          " ",
          data.getSenderAsIdentifier().getURIEncoded(),
          data.getReceiverAsIdentifier().getURIEncoded(),
          data.getDocumentTypeAsIdentifier().getURIEncoded(),
          data.getProcessAsIdentifier().getURIEncoded(),
          data.getInstanceIdentifier(),
          data.getCountryC1(),
          data.getBusinessMessage().getLocalName());
    } catch (Exception e) {
      return e.getClass().getSimpleName() + ": " + e.getMessage();
    }
  }
}
