import com.helger.diver.api.coord.DVRCoordinate;
import com.helger.io.resource.FileSystemResource;
import com.helger.phive.api.execute.ValidationExecutionManager;
import com.helger.phive.api.executorset.ValidationExecutorSetRegistry;
import com.helger.phive.api.validity.IValidityDeterminator;
import com.helger.phive.en16931.EN16931Validation;
import com.helger.phive.xrechnung.XRechnungValidation;
import com.helger.phive.xml.source.IValidationSourceXML;
import com.helger.phive.xml.source.ValidationSourceXML;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Prints `valid` or `invalid` for each file of a list. */
class Phive {
  public static void main(String[] args) throws Exception {
    ValidationExecutorSetRegistry<IValidationSourceXML> registry = new ValidationExecutorSetRegistry<>();
    EN16931Validation.initEN16931(registry);
    XRechnungValidation.initXRechnung(registry);
    for (String file : Files.readAllLines(Path.of(args[0]))) {
      String verdict;
      try {
        var set = registry.getOfID(coordinate(Files.readString(Path.of(file))));
        var source = ValidationSourceXML.create(new FileSystemResource(file));
        var results = ValidationExecutionManager.executeValidation(IValidityDeterminator.createDefault(), set, source, Locale.US);
        verdict = results.getOverallValidity().isValid() ? "valid" : "invalid";
      } catch (Exception failed) {
        verdict = "failed";
      }
      System.out.println(verdict + "\t" + file);
    }
  }

  static DVRCoordinate coordinate(String xml) {
    if (xml.contains("CrossIndustryInvoice")) return XRechnungValidation.VID_XRECHNUNG_CII_302;
    return xml.contains(":CreditNote-2") ? XRechnungValidation.VID_XRECHNUNG_UBL_CREDITNOTE_302 : XRechnungValidation.VID_XRECHNUNG_UBL_INVOICE_302;
  }
}
