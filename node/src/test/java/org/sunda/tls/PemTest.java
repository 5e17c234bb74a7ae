package org.sunda.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.interfaces.ECPrivateKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sunda.Authority;

class PemTest {
    /// `openssl ecparam -name prime256v1 -genkey`, and the same key by `openssl pkcs8 -topk8 -nocrypt`.
    private static final String EC = """
            -----BEGIN EC PRIVATE KEY-----
            MHcCAQEEIK/OMXGtwWZUVTrNOr89p2MwO4iNFPvciZ2pzZvgmNzuoAoGCCqGSM49
            AwEHoUQDQgAE7yapnG81XXTAA8de6gfBYmbaUGhPu2/eD2QqKwkZ3G9vjC3RfMGg
            gPXz2xXVD9IwvAuWAk4OW4/KmiluDbFiLw==
            -----END EC PRIVATE KEY-----
            """;

    private static final String EC_PKCS8 = """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgr84xca3BZlRVOs06
            vz2nYzA7iI0U+9yJnanNm+CY3O6hRANCAATvJqmcbzVddMADx17qB8FiZtpQaE+7
            b94PZCorCRncb2+MLdF8waCA9fPbFdUP0jC8C5YCTg5bj8qaKW4NsWIv
            -----END PRIVATE KEY-----
            """;

    /// `openssl genrsa -traditional 1024`, and the same key by `openssl pkcs8 -topk8 -nocrypt`.
    private static final String RSA = """
            -----BEGIN RSA PRIVATE KEY-----
            MIICXAIBAAKBgQCxXPtTXPKOuk9/Mw2pKZYhK+AcDG2QcNETrfbeggTEIS6ae7/q
            NP7uSK5aOAXgIgpeAalXbYuyYnsgp+FyuSkT8vduLIz131wakBoHkILCRwEdpbzL
            pGZGMqkD3BTfbKDmA+8M4vN7/KDSQt4HlCxOG7ETai6dEFNTZij/2yUyZQIDAQAB
            AoGAFqCfK7Z693yLcdXok0FL9vVrBQkM3VWXRuR1z1NVGlSFZo4NIOsb7vh0zevB
            zCNroSyjFxVRsjNgM/1XBNTciYlip3hLBklvidODaEAr/gy4CXdqadt6ZyStMD2p
            rtCq+EYs8yb7nPaeXP3/aIdf913hkJl4vDN1gdhDIkpvl+0CQQDqai739ynF6yEL
            gf5tMSbP71hOXiLpXNKPI1ll5ZgxnYLsUNf2RxxqJML1UTpZ4T40n8nusgXTmYtd
            T5sdBk5LAkEAwbHunpnxj+i3Cz8JDxptHiatcfM92GRWq97rvplysqVMdfoVFV9P
            ACZHcihD+Ohq74UxgdB+vJD1NCTpfIJUDwJAKS0twvDvrYx36YWUI6oWnz/zyxBO
            IZ/kfLBA691AtrZsYQZyaRhkrWB3vo/eKBugya2n0v4CeADosiNho9+PsQJAXqQo
            KcqiY2Sb+5zDOmP5KSBQ4zqs30y3pKb5nVmw12U5JPQa1SSKn1IU2syd2cMGbR4x
            gHJ1WoGhrebTRwkPNQJBAMc1+l8WD2cp6cDIP8hE1EChI/V7LWYbaM24lviOWfxd
            TOqe6b5sZrC0R2YbhJ27a7daMnDDdP0845SyuFnCT0E=
            -----END RSA PRIVATE KEY-----
            """;

    private static final String RSA_PKCS8 = """
            -----BEGIN PRIVATE KEY-----
            MIICdgIBADANBgkqhkiG9w0BAQEFAASCAmAwggJcAgEAAoGBALFc+1Nc8o66T38z
            DakpliEr4BwMbZBw0ROt9t6CBMQhLpp7v+o0/u5Irlo4BeAiCl4BqVdti7JieyCn
            4XK5KRPy924sjPXfXBqQGgeQgsJHAR2lvMukZkYyqQPcFN9soOYD7wzi83v8oNJC
            3geULE4bsRNqLp0QU1NmKP/bJTJlAgMBAAECgYAWoJ8rtnr3fItx1eiTQUv29WsF
            CQzdVZdG5HXPU1UaVIVmjg0g6xvu+HTN68HMI2uhLKMXFVGyM2Az/VcE1NyJiWKn
            eEsGSW+J04NoQCv+DLgJd2pp23pnJK0wPamu0Kr4RizzJvuc9p5c/f9oh1/3XeGQ
            mXi8M3WB2EMiSm+X7QJBAOpqLvf3KcXrIQuB/m0xJs/vWE5eIulc0o8jWWXlmDGd
            guxQ1/ZHHGokwvVROlnhPjSfye6yBdOZi11Pmx0GTksCQQDBse6emfGP6LcLPwkP
            Gm0eJq1x8z3YZFar3uu+mXKypUx1+hUVX08AJkdyKEP46GrvhTGB0H68kPU0JOl8
            glQPAkApLS3C8O+tjHfphZQjqhafP/PLEE4hn+R8sEDr3UC2tmxhBnJpGGStYHe+
            j94oG6DJrafS/gJ4AOiyI2Gj34+xAkBepCgpyqJjZJv7nMM6Y/kpIFDjOqzfTLek
            pvmdWbDXZTkk9BrVJIqfUhTazJ3ZwwZtHjGAcnVagaGt5tNHCQ81AkEAxzX6XxYP
            ZynpwMg/yETUQKEj9XstZhtozbiW+I5Z/F1M6p7pvmxmsLRHZhuEnbtrt1oycMN0
            /TzjlLK4WcJPQQ==
            -----END PRIVATE KEY-----
            """;

    @TempDir
    private Path folder;

    private Path file(String content) throws IOException {
        return Files.writeString(folder.resolve("file.pem"), content);
    }

    @Test
    void shouldReadTheSameKeyWhenItsFormIsAnOldOne() throws IOException {
        ECPrivateKey ec = (ECPrivateKey) Pem.privateKey(file(EC));
        assertThat(ec.getS()).isEqualTo(((ECPrivateKey) Pem.privateKey(file(EC_PKCS8))).getS());
        assertThat(Pem.privateKey(file(RSA))).isEqualTo(Pem.privateKey(file(RSA_PKCS8)));
    }

    @Test
    void shouldReadWhatIsThereWhenFileHoldsMore() throws IOException {
        Authority authority = Authority.create("one");
        Authority.Issued issued = authority.issue("localhost");
        Path file = file("for people\n" + issued.key() + issued.certificate() + "between\n" + authority.pem());

        assertThat(Pem.certificates(file)).hasSize(2);
        assertThat(Pem.privateKey(file).getAlgorithm()).isEqualTo("EC");
    }

    @Test
    void shouldNameTheFileWhenItCannotBeUsed() throws IOException {
        Path missing = folder.resolve("missing.pem");
        assertThatThrownBy(() -> Pem.certificates(missing)).hasMessage("there is no file " + missing);
        for (String content : List.of("", "no PEM", EC.replace("EC PRIVATE", "DH PARAMETERS"))) {
            Path file = file(content);
            assertThatThrownBy(() -> Pem.certificates(file)).hasMessageStartingWith(file + " holds no certificate");
            assertThatThrownBy(() -> Pem.privateKey(file)).hasMessageStartingWith(file + " holds no private key");
        }
        Path encrypted = file(EC.replace("EC PRIVATE", "ENCRYPTED PRIVATE"));
        assertThatThrownBy(() -> Pem.privateKey(encrypted)).hasMessageContaining("encrypted");
        Path broken = file("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
        assertThatThrownBy(() -> Pem.certificates(broken)).hasMessageContaining("cannot be read");
    }

    /// Each prefix of the inner form of an EC key is refused, or read as a key: nothing else happens.
    @Test
    void shouldSurviveWhenDerIsCutAnywhere() throws IOException {
        byte[] whole = Base64.getMimeDecoder().decode(EC.replaceAll("-----[A-Z ]+-----", ""));
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            byte[] lying = whole.clone();
            lying[length] = (byte) 0xff;
            assertThat(Der.pkcs8OfEc(cut))
                    .satisfiesAnyOf(
                            read -> assertThat(read).isNull(),
                            read -> assertThat(read).isNotEmpty());
            assertThat(Der.pkcs8OfEc(lying))
                    .satisfiesAnyOf(
                            read -> assertThat(read).isNull(),
                            read -> assertThat(read).isNotEmpty());
        }
    }
}
